import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface ProcessFindings {
  readonly wallMs: number;
  /** The most memory the process held, in megabytes; null where the system does not tell. */
  readonly peakMb: number | null;
}

const cli = fileURLToPath(new URL('../bundle/main.js', import.meta.url));

/** Runs the command line as a user would, from start to exit. */
export function commandLine(args: readonly string[]): Promise<ProcessFindings> {
  return processRun(process.execPath, [cli, ...args]);
}

export function processRun(program: string, args: readonly string[]): Promise<ProcessFindings> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    let peakMb: number | null = null;
    const look = setInterval(() => {
      peakMb = highWater(child.pid) ?? peakMb;
    }, 50);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearInterval(look);
      if (code !== 0) reject(new Error(`${program} ${args.join(' ')} ended with ${code}`));
      else resolve({ wallMs: performance.now() - from, peakMb });
    });
  });
}

function highWater(pid: number | undefined): number | null {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+) kB/);
    return line ? Number(line[1]) / 1024 : null;
  } catch {
    return null;
  }
}
