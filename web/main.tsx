import { start } from 'virtual:catalogue';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { engine } from './engine/ask.ts';
import { keepAddress, openAddress } from './state/address.ts';
import { startEngine } from './state/engine-room.ts';
import { mayLoadRest } from './state/page.ts';
import { keepTheme } from './state/saved.ts';
import './style/page.css';
import { App } from './views/app.tsx';
import { loadFonts } from './views/fonts.ts';

// Its thread loads the engine while the page builds itself up.
engine(location.hash === '' ? String(start.scenario['rules']) : /[#&]rules=([\w-]+)/.exec(location.hash)?.[1]);
keepTheme();
await openAddress();
startEngine();
render(<App />, document.getElementById('page')!);
keepAddress();

effect(() => {
  if (mayLoadRest.value) loadFonts();
});

async function keepForOffline(): Promise<void> {
  await navigator.serviceWorker.register(new URL('offline.js', document.baseURI));
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep the large parts');
}

// Pages opened from a server keep themselves for when there is none.
if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
  effect(() => {
    if (mayLoadRest.value) keepForOffline().catch(() => {});
  });
}
