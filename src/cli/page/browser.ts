import { spawn } from 'node:child_process';

/** The command that hands an address to whatever browser the user has. */
function opener(platform: NodeJS.Platform): readonly [command: string, ...args: string[]] {
  if (platform === 'darwin') return ['open'];
  // `start` is a word of the shell and would read the & of an address; this takes it as it stands.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}

/** Opens an address in the user's browser; false where none can be opened. */
export async function openBrowser(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const [command, ...args] = env['BROWSER'] ? [env['BROWSER']] : opener(process.platform);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // A browser that is not in the background yet after this has been started all the same.
    setTimeout(() => resolve(true), 3000).unref();
    child.unref();
  });
}
