let mayCompileHere: boolean | undefined;

/** A content policy without 'unsafe-eval' refuses every function made from text. */
export function mayCompile(): boolean {
  if (mayCompileHere === undefined) {
    try {
      mayCompileHere = new Function('return true')() === true;
    } catch {
      mayCompileHere = false;
    }
  }
  return mayCompileHere;
}
