import { defineConfig } from 'vitest/config';

/** Tests that call the program's functions and leave nothing behind: files that run one after another share its modules. */
const PLAIN = 'engine experiments kit results rules scenarios sim stats transcription words'.split(' ');
const plain = PLAIN.map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    globalSetup: './test/temporary.ts',
    projects: [
      { extends: true, test: { name: 'functions', include: plain, isolate: false } },
      { extends: true, test: { name: 'program', include: ['test/**/*.test.ts'], exclude: ['test/web/**', ...plain] } },
      { extends: true, test: { name: 'page', include: ['test/web/*.test.ts'], globalSetup: './test/web/theatre.ts' } },
    ],
    // Tests wait for events; these limits only end what hangs, also on a machine with ten times more to do than cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
  },
});
