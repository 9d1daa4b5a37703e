import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url';
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url';

let asked = false;

/** The charts are laid out for Inter. It comes after the first chart: until then the system's own font serves. */
export function loadFonts(): void {
  if (asked) return;
  asked = true;
  for (const [url, weight] of [
    [regular, '400'],
    [semiBold, '600'],
  ]) {
    const face = new FontFace('Inter', `url(${JSON.stringify(new URL(url, location.href).href)})`, { weight });
    // Without the font, offline for one, the page is only a little less pretty.
    face.load().then(
      (loaded) => document.fonts.add(loaded),
      () => {},
    );
  }
}
