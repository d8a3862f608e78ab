// Why: machines' clocks differ; loaded before a program it makes this one's calendar differ by SHIFT_MS, whatever asks for it.
const shift = Number(process.env.SHIFT_MS ?? 0);
const Real = Date;
class Shifted extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Real.now() + shift] : given));
  }
  static now() {
    return Real.now() + shift;
  }
}
globalThis.Date = Shifted;
