import { Sfc32 } from '../../src/sim/random.ts';

/** Ways in which a rulebook goes wrong: by a slip of the pen, by a cat on the keyboard, by malice. */
const PIECES = ['', '0', '-1', '999999999', '1e9', 'true', 'null', "'", '"', '{', '}', '[', ']', ':', ' ', '\n', '\t', '#', '&a', '*a', '!!js', '__proto__', 'constructor', 'while', 'repeat: 100000', 'D6', '999D999', 'left', 'attacker.left', 'face', '((((', ' and ', ' ? ', '/ 0', '%', '- call: blows', 'end: undecided', 'number: [0, 1000000]', 'units: [1, 8]']; // biome-ignore format: a list of pieces

/** One mutant of a text: a few places are cut, doubled, swapped or overwritten. */
export function mutant(text: string, seed: number): string {
  const random = new Sfc32(seed, 77);
  const below = (n: number) => random.next() % Math.max(1, n);
  let lines = text.split('\n');
  for (let slips = 1 + below(3); slips > 0; slips--) {
    const at = below(lines.length);
    const line = lines[at];
    const column = below(line.length + 1);
    switch (below(8)) {
      case 0:
        lines = [...lines.slice(0, at), ...lines.slice(at + 1)];
        break;
      case 1:
        lines = [...lines.slice(0, at), line, ...lines.slice(at)];
        break;
      case 2:
        lines[at] = line.slice(0, column) + PIECES[below(PIECES.length)] + line.slice(column);
        break;
      case 3:
        lines[at] = line.slice(0, column) + line.slice(column + 1 + below(6));
        break;
      case 4:
        lines[at] = line.replace(/\d+/, () => PIECES[1 + below(4)]);
        break;
      case 5: {
        const other = below(lines.length);
        [lines[at], lines[other]] = [lines[other], lines[at]];
        break;
      }
      case 6:
        lines[at] = line.replace(/[a-z][a-zA-Z-]*/, (word) => word.slice(1) + word[0]);
        break;
      default:
        lines[at] = ' '.repeat(below(5)) + line.trimStart();
    }
  }
  return lines.join('\n');
}
