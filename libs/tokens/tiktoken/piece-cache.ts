/**
 * Piece to token count, bounded: at most two generations of `generationSize` entries. A full generation becomes
 * the old one; what is asked for again moves back to the young one.
 */
export class PieceCache {
  private young = new Map<string, number>();
  private old = new Map<string, number>();

  constructor(private readonly generationSize: number) {}

  get(piece: string): number | undefined {
    const count = this.young.get(piece);
    if (count !== undefined) return count;
    const kept = this.old.get(piece);
    if (kept !== undefined) this.set(piece, kept);
    return kept;
  }

  set(piece: string, count: number): void {
    if (this.young.size >= this.generationSize) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(piece, count);
  }
}
