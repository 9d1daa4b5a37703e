import type { Command } from '../command.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags } from '../options.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const scripts: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_grognard() {
  local IFS=$'\\n'
  COMPREPLY=( $(grognard __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) )
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=( $(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}") )
}
complete -o filenames -F _grognard grognard
`,
  zsh: `#compdef grognard
_grognard() {
  local -a found
  found=(\${(f)"$(grognard __complete -- "\${words[@]:1:$((CURRENT-1))}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -- $found; else _files; fi
}
compdef _grognard grognard
`,
  fish: `complete -c grognard -a '(grognard __complete -- (commandline -opc)[2..-1] (commandline -ct))'
`,
};

export const command: Command = {
  positionals: [['shell', SHELLS.join(', ')]],
  options: {},
  examples: [
    ['completion bash >> ~/.bashrc', 'completes commands, options and scenario names in bash'],
    ['completion zsh > ~/.zfunc/_grognard', 'in zsh'],
    ['completion fish > ~/.config/fish/completions/grognard.fish', 'in fish'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const name = (args['shell'] as string | undefined) ?? /[^/]*$/.exec(io.env['SHELL'] ?? '')?.[0] ?? 'bash';
    const shell = SHELLS.find((s) => s === name);
    if (!shell) flags.wrong(messages.noShell(name, SHELLS));
    flags.done();
    io.out(scripts[shell!]);
    return EXIT.done;
  },
};
