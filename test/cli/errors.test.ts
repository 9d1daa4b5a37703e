import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grognard } from './harness.ts';

describe('wrong input ends with 2 and a clear sentence', () => {
  it.each<[string, RegExp]>([
    ['rnu volley', /^There is no command 'rnu'; .*Did you mean 'run'\?\n$/],
    ['run', /^Name a scenario: a file, or a built-in one such as volley\./],
    ['run voley', /^There is no file and no built-in scenario 'voley'\. Did you mean 'volley'\?\n$/],
    [
      'run package.json',
      /^package\.json:1:1: This is no scenario: a scenario says by which 'rules' .* is played[^\n]*\n$/,
    ],
    [
      'run src/scenarios/examples/games/club-muskets.rules.yaml',
      /^\S+: This is a rulebook, not a scenario; [^\n]* with '--rules \S+'\.\n$/,
    ],
    ['run nowhere/fight.yaml', /^nowhere\/fight\.yaml: There is no such file\.\n$/],
    ['run volley --trails 5', /no option '--trails'.*Did you mean '--trials'\?/],
    ['run volley extra words', /'grognard run' does not take 'extra words'/],
    ['run volley --trials 0', /Trials are a whole number from 1 to 1e12.*found '0'/],
    ['run volley --trials -1', /found '-1'/],
    ['run volley --trials 1e99', /found '1e99'/],
    ['run volley --trials many', /found 'many'/],
    ['run volley --trials 1.5', /found '1\.5'/],
    ['run volley --trials', /'--trials' needs a value/],
    ['run volley --trials 1 --trials 2', /'--trials' is given more than once/],
    ['run volley --trials 10 --precision 1%', /not both/],
    ['run volley --engine exact --trials 10', /nothing is sampled/],
    ['run volley --engine exakt', /auto, exact, sample; found 'exakt'\. Did you mean 'exact'\?/],
    ['run volley --precision 0', /Precision is a share/],
    ['run volley --seed -1', /'--seed' is a whole number/],
    ['run volley --seed x', /found 'x'/],
    ['run volley --threads 0', /'--threads' is a whole number/],
    ['run volley --format xml', /table, json, csv, markdown, .*; found 'xml'/],
    ['run volley --rules oth3', /no rulebook 'oth3'.*Did you mean 'oth2'/],
    ['run volley --set firer.fs', /'--set firer\.fs' says nothing; write PATH=VALUE/],
    ['run volley --set firer.sf=3', /^--set firer\.sf=3: firer\.sf: There is no 'sf' here/],
    ['run volley --set firer.formation=attack-collumn', /Did you mean 'attack-column'/],
    [
      'run stand-and-deliver --set defender.reaction=stand-and-delivr',
      /it may be stand, .*, or a group of keys\. Did you mean 'stand-and-deliver'\?\n$/,
    ],
    [
      'run stand-and-deliver --set defender.reaction={stand:50,conuter:50}',
      /^\S+ \S+: defender\.reaction\.conuter: There is no 'conuter'.* Did you mean 'counter'\?\n$/,
    ],
    ['run march-through-woods --set legs=[{move:1},{from:line}]', /legs\.1\.form: It is missing/],
    ['run volley --set rules.fire.small-arms.initial-voley=1', /Did you mean 'fire\.small-arms\.initial-volley'/],
    ['run volley --set rulings.lowscore=literal', /Did you mean 'lowScore'/],
    ['run volley --variant nowhere.yaml', /nowhere\.yaml: There is no such file/],
    ['run volley --variant oth-half', /is a rulebook, not a variant file; write --rules oth-half\./],
    ['sweep volley --vary firer.fs=7,8 --variant firer.fs=9', /is a single value.*; write --set firer\.fs=9\./],
    ['sweep volley', /one or two axes/],
    ['sweep volley --vary firer.fs', /is not an axis/],
    ['sweep volley --vary firer.fz=1..3', /--vary firer\.fz: .*Did you mean 'fs'/],
    [
      'sweep volley --vary rules=oth2,oth5',
      /^--vary rules: rules: There is no rulebook 'oth5'.*Did you mean 'oth2'\?\n$/,
    ],
    ['sweep volley --vary firer.fs=4...8', /'4\.\.\.8' is no range; write 4\.\.8\./],
    ['sweep volley --vary firer.fs=4-8', /'4-8' is no range; write 4\.\.8\./],
    ['sweep volley firer.fs=4..8', /does not take 'firer\.fs=4\.\.8'; did you mean '--vary firer\.fs=4\.\.8'\?/],
    ['run volley firer.fs=4', /did you mean '--set firer\.fs=4'\?/],
    ['run volley.yaml', /^volley\.yaml: There is no such file\. There is a built-in scenario 'volley'\.\n$/],
    ['help rnu', /There is no command 'rnu'.*Did you mean 'run'/],
    ['tune volley --target 50 --vary firer.fs=1..9', /Did you mean 50%\?/],
    ['sensitivity morale-test', /fix it: --set unit\.moraleSupport=false --set unit\.commander\.control=2\.\n$/],
    ['matrix volley --rows firer.formation=lnie --columns target.fs=1,2', /^--rows firer\.formation: .*'line'/],
    ['examples copy volley . --force extra', /does not take 'extra'/],
    ['new charge --file .', /'\.' is a folder; name a file in it/],
    ['run volley --set seed=3', /^--set seed=3: seed: 'seed' is no part of the situation; give --seed, or write it/],
    ['run volley --set title=A', /'title' is no part of the situation; write it in the scenario file/],
    ['run volley --set firer.fs=', /'--set firer\.fs=' gives no value/],
    ['run volley --set firer..fs=3', /'--set firer\.\.fs=3' says nothing/],
    ['rules oth2', /Did you mean 'grognard rules show oth2'\?/],
    ['examples volley', /Did you mean 'grognard examples show volley'\?/],
    ['new fire --print --file x.yaml', /'--print' or '--file', not both/],
    ['sweep volley --vary firer.fs=1..1e9', /1..1000000000 in steps of 1 is/],
    ['run volley --set rules=oth9', /^--set rules=oth9: rules: There is no rulebook 'oth9'/],
    ['run volley --observed target.hit=2 --trials 1e9', /Did you mean 'target\.hits'/],
    ['explain three-a-side --encounter 20000', /Encounter 20000 is not part of a run of 20,000/],
    ['explain volley --encounter 5 --trials 3', /Encounter 5 is not part of a run of 3/],
    ['tune volley', /Say what is wanted/],
    ['matrix volley --rows firer.fs=1,2', /both '--rows' and '--columns'/],
    ['compare volley --variant oth3', /oth3/],
    ['explain volley --seed 3', /give '--encounter' too/],
    ['explain volley --encounter -1', /'--encounter' is a whole number/],
    ['rules shwo oth2', /'grognard rules' has no 'shwo'.*Did you mean 'show'/],
    ['rules show', /Name a rulebook/],
    ['rules show oth2 fire.small-arm', /Did you mean 'fire\.small-arms'/],
    ['rules diff oth2', /Name a second rulebook/],
    ['examples show voley', /Did you mean 'volley'/],
    ['new', /Say what to write: fire/],
    ['new chrage', /Did you mean 'charge'/],
    ['new cards --rules oth2', /uses no cards/],
    ['completion tcsh', /bash, zsh, fish/],
  ])('%s', async (line, message) => {
    const { code, err, out } = await grognard(line);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at |Error:/);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it('tells all wrong flags at once', async () => {
    const { err } = await grognard('run volley --trials 0 --seed x --format xml --engine fast');
    expect(err.trim().split('\n')).toHaveLength(4);
  });

  it('refuses a tag with its line', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'grognard-')), 'fight.yaml');
    writeFileSync(path, 'rules: oth2\nencounter: fire\nfirer: { fs: !foo 8 }\n');
    const { err, code } = await grognard(['run', path]);
    expect(err.replace(path, 'F')).toBe(
      "F:3:14: '!foo' is a YAML tag, which means nothing here; leave it out, or quote the value.\n",
    );
    expect(code).toBe(2);
  });

  it.each<[string, string, string, RegExp]>([
    [
      'run',
      'a bracket left open',
      'rules: oth2\nfirer: { fs: 8\ntarget: { }\n',
      /^F:3:1: A '\{' before this is not closed by '\}'\.\n$/,
    ],
    ['run', 'a list left open', 'rules: oth2\nfirer: [a, b\n', /A '\[' before this is not closed by '\]'\./],
    ['run', 'a bracket too many', 'rules: oth2\nfirer: { fs: 8 }}\n', /^F:2:17: This does not belong here: '\}'\.\n$/],
    ['run', 'a quote left open', "rules: 'oth2\n", /A quotation mark before this is not closed/],
    ['run', 'no colon', 'rules oth2\nencounter: fire\n', /^F:1:1: This is not 'key: value': the colon is missing/],
    ['run', 'two colons', 'title: Foo: bar\n', /^F:1:8: A second colon on this line/],
    ['run', 'a tab', 'rules: oth2\n\tencounter: fire\n', /A tab stands at the beginning of the line/],
    ['run', 'a reserved character', 'title: @foo\n', /A value cannot begin with '@'; put it in quotes/],
    ['run', 'no rules', 'encounter: charge\n', /rules: It is missing; it may be oth2, oth-half, syw, pike-shot\./],
    [
      'run',
      'a variant',
      'title: A\nbase: oth2\n',
      /^F:1:1: This is a variant, not a scenario; lay it over one with '--variant F'\.\n$/,
    ],
    [
      'run volley --variant',
      'a scenario',
      'rules: oth2\nencounter: fire\n',
      /^F:1:1: This is a scenario, not a variant/,
    ],
  ])('%s says what is wrong with a file: %s', async (line, _what, text, message) => {
    const path = join(mkdtempSync(join(tmpdir(), 'grognard-')), 'fight.yaml');
    writeFileSync(path, text);
    const { err, code } = await grognard([...line.split(' '), path]);
    expect(err.replaceAll(path, 'F')).toMatch(message);
    expect(code).toBe(2);
  });

  it('tells all mistakes of a file at once, each with its place', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'grognard-')), 'fight.yaml');
    writeFileSync(
      path,
      'rules: oth2\nencounter: fire\nfirer: { fs: 99, formaton: line }\ntarget: { arm: infantri }\ndistnace: 6\n',
    );
    const { err, code } = await grognard(['run', path]);
    const lines = err
      .trim()
      .split('\n')
      .map((l) => l.replace(path, 'F'));
    expect(code).toBe(2);
    expect(lines.map((l) => l.split(':').slice(0, 4).join(':'))).toEqual([
      'F:1:1: distance',
      'F:3:14: firer.fs',
      'F:3:18: firer.formaton',
      'F:4:16: target.arm',
      'F:5:1: distnace',
    ]);
  });
});
