// node --experimental-vm-modules bare-engine.mjs WORKER_FILE < question: asks the built engine in a context that has
// nothing of Node in it (no process, no Buffer, no require) and lets no code be made from text; writes its answer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';

const modules = new Map();
const self = { performance, setTimeout, clearTimeout, structuredClone, MessageChannel, AbortController, URL };
Object.assign(self, { TextEncoder, TextDecoder, console, navigator: { hardwareConcurrency: 2 } });
self.self = self;
self.postMessage = (reply) => {
  if ('value' in reply || 'problems' in reply) process.stdout.write(JSON.stringify(reply));
};
const context = vm.createContext(self, { codeGeneration: { strings: false, wasm: true } });

/** The module of a file, linked but not yet run. */
function moduleOf(file) {
  if (!modules.has(file)) {
    modules.set(
      file,
      new vm.SourceTextModule(readFileSync(file, 'utf8'), {
        context,
        identifier: file,
        importModuleDynamically: (specifier) => ready(join(file, '..', specifier)),
      }),
    );
  }
  return modules.get(file);
}

async function ready(file) {
  const found = moduleOf(file);
  if (found.status === 'unlinked')
    await found.link((specifier, from) => moduleOf(join(from.identifier, '..', specifier)));
  await found.evaluate();
  return found;
}

await ready(process.argv[2]);
context.onmessage({ data: JSON.parse(readFileSync(0, 'utf8')) });
