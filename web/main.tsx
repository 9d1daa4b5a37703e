import { render } from 'preact';
import { keepAddress, openAddress } from './state/address.ts';
import { startEngine } from './state/engine-room.ts';
import { keepTheme } from './state/saved.ts';
import './style/page.css';
import { App } from './views/app.tsx';

keepTheme();
await openAddress();
startEngine();
render(<App />, document.getElementById('page')!);
keepAddress();

// Pages opened from a server keep themselves for when there is none.
if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
  navigator.serviceWorker.register(new URL('offline.js', document.baseURI)).catch(() => {});
}
