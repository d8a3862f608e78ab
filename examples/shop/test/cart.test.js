import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/cart.js";

test("an empty cart costs nothing", () => assert.equal(total([]), 0));
test("two of a kind cost twice as much", () => assert.equal(total([{ price: 3, quantity: 2 }]), 6));
