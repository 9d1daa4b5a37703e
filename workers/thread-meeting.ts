import { BroadcastChannel, receiveMessageOnPort, threadId } from 'node:worker_threads';
import type { Meeting, Message } from '../src/engine/meeting.ts';
import { collectGarbage } from './garbage.ts';

/** What threads that may meet are given: the name of their channel, and who fills tables (a thread, or 0). */
export interface Hall {
  readonly name: string;
  readonly host: Int32Array;
}

/** Whoever waits looks about after so long, even if nobody has said anything: a host may have gone. */
const LOOK_EVERY_MS = 50;

/** Threads of this process that meet in a hall. */
export class ThreadMeeting implements Meeting {
  readonly self = threadId;
  private readonly host: Int32Array;
  private readonly channel: BroadcastChannel;
  private readonly come: Message[] = [];
  private waiting: (() => void)[] = [];
  private listener: () => void = () => {};

  constructor({ name, host }: Hall) {
    this.host = host;
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = (event) => {
      this.come.push((event as { data: Message }).data);
      this.wake();
      this.listener();
    };
    this.channel.unref();
  }

  fills(): boolean {
    const before = Atomics.compareExchange(this.host, 0, 0, this.self);
    return before === 0 || before === this.self;
  }

  tell(message: Message): void {
    this.channel.postMessage(message);
  }

  takeMessages(): Message[] {
    const messages = this.come.splice(0);
    for (;;) {
      const next = receiveMessageOnPort(this.channel as never) as { message: Message } | undefined;
      if (!next) return messages;
      messages.push(next.message);
    }
  }

  wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY_MS);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  onMessage(listener: () => void): void {
    this.listener = listener;
  }

  tidyUp(): void {
    collectGarbage();
  }

  leave(): void {
    Atomics.compareExchange(this.host, 0, this.self, 0);
    this.listener = () => {};
    this.wake();
    this.channel.close();
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const resume of waiting) resume();
  }
}
