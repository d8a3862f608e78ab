// Why: machines' clocks differ; loaded before a program it makes this one's calendar differ by SHIFT_MS, whatever asks for it.
const shift = Number(process.env.SHIFT_MS ?? 0);
const Real = Date;
const now = () => Real.now() + shift;

globalThis.Date = new Proxy(Real, {
  construct: (_, given) => Reflect.construct(Real, given.length === 0 ? [now()] : given),
  get: (_, name) => (name === "now" ? now : Reflect.get(Real, name)),
});
