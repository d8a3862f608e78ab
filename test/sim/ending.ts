// How a simulated story came to its end, whatever its protocol.
export type Ending = {
  readonly phase: string;
  readonly steps: number;
  readonly calls: number;
  readonly events: number;
};
