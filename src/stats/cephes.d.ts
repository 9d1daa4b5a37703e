/** The special functions we use of cephes; its package ships types, but not where a NodeNext import finds them. */
declare module 'cephes' {
  export const compiled: Promise<void>;
  export function ndtri(p: number): number;
  export function erfc(x: number): number;
  export function incbet(a: number, b: number, x: number): number;
  export function incbi(a: number, b: number, p: number): number;
  export function igami(a: number, upperTail: number): number;
  export function chdtrc(df: number, x: number): number;
  export function stdtri(df: number, p: number): number;
  export function kolmogorov(x: number): number;
}
