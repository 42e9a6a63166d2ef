import { Overloaded } from '../http/overloaded';

/** The places of requests that wait for the projection. */
export class WaitingPlaces {
  private taken = 0;

  constructor(private readonly most = Infinity) {}

  /** @throws Overloaded where every place is taken */
  async hold<T>(wait: () => Promise<T>): Promise<T> {
    if (this.taken >= this.most)
      throw new Overloaded('waiting', `${this.most} requests wait for the projection; ask again`);
    this.taken += 1;
    try {
      return await wait();
    } finally {
      this.taken -= 1;
    }
  }
}
