import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url';
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url';
import wasm from '@resvg/resvg-wasm/index_bg.wasm?url';
import type { PngFiles } from '../../reports/png-files.ts';

const bytes = async (url: string): Promise<Uint8Array> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The page cannot load ${url}.`);
  return new Uint8Array(await response.arrayBuffer());
};

/** Inter in both weights; a page that shows text has fetched them already. */
export const fontFiles = (): Promise<readonly Uint8Array[]> => Promise.all([regular, semiBold].map(bytes));

/** Three megabytes: fetched when somebody asks for a PNG. */
export async function pngFiles(): Promise<PngFiles> {
  const [program, fonts] = await Promise.all([bytes(wasm), fontFiles()]);
  return { wasm: program, fonts };
}
