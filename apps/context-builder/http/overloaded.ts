/** More is asked of the service at once than it takes: nothing was done, ask again. */
export class Overloaded extends Error {
  constructor(
    /** Which limit was met. */
    readonly limit: 'requests' | 'bytes' | 'waiting' | 'trials',
    message: string,
  ) {
    super(message);
    this.name = 'Overloaded';
  }
}
