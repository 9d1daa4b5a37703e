import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './test/temporary.ts',
    projects: [
      { extends: true, test: { name: 'program', include: ['test/**/*.test.ts'], exclude: ['test/web/**'] } },
      { extends: true, test: { name: 'page', include: ['test/web/*.test.ts'], globalSetup: './test/web/theatre.ts' } },
    ],
    // Tests wait for events; these limits only end what hangs, also on a machine with ten times more to do than cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
  },
});
