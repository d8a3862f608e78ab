// Preload script that shifts a process's calendar by SHIFT_MS.
const shift = Number(process.env.SHIFT_MS ?? 0);
const Real = Date;
const now = () => Real.now() + shift;

globalThis.Date = new Proxy(Real, {
  construct: (_, given) => Reflect.construct(Real, given.length === 0 ? [now()] : given),
  get: (_, name) => (name === "now" ? now : Reflect.get(Real, name)),
});
