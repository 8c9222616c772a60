/**
 * Pictures to share: a position as PNG or SVG, a whole game as a film. The phone makes them from what the table draws.
 */
import { ask, attempt, Refusal } from "../lib/api.js";
import { closable } from "../lib/dialogs.js";
import { at, find } from "../lib/dom.js";
import { _, percent } from "../lib/texts.js";
import { readingMs } from "../story/story.js";
import { Gif, Palette } from "./gif.js";

const PICTURE_PX = 1080;
const FILM_PX = 480;
const LAST_MS = 4000;
const HURRY = 0.6; // people read faster when watching a film than when playing
const SAMPLES = 5;

/** @typedef {{ name: string, picture: string, film: string | null }} Shared */

/**
 * Load a picture, until it can be drawn.
 *
 * @param {string} address
 * @returns {Promise<HTMLImageElement>}
 */
function loaded(address) {
  const picture = new Image();
  picture.src = address;
  return picture.decode().then(() => picture);
}

/**
 * Make a canvas for a picture, `wide` pixels wide.
 *
 * @param {{ width: number, height: number }} of
 * @param {number} wide
 */
function canvasFor({ width, height }, wide) {
  const canvas = document.createElement("canvas");
  canvas.width = wide;
  canvas.height = Math.round((wide * height) / width);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  return { canvas, pen };
}

/** @param {string} svg */
async function pngOf(svg) {
  return drawn(svg, async (picture) => {
    const { canvas, pen } = canvasFor(picture, PICTURE_PX);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return /** @type {Promise<Blob>} */ (
      new Promise((done) => canvas.toBlob((made) => made && done(made), "image/png"))
    );
  });
}

/**
 * Do something with an SVG as a picture.
 *
 * @template T
 * @param {string} svg
 * @param {(picture: HTMLImageElement) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
async function drawn(svg, work) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    return await work(await loaded(address));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Return how long a film shows a moment, in milliseconds.
 *
 * @param {string} told
 * @param {boolean} last
 */
export function shownMs(told, last) {
  return last ? LAST_MS : HURRY * readingMs(told);
}

/**
 * Make the whole game into an animated GIF; null, if it is no longer wanted.
 *
 * @param {Film} film
 * @param {(share: number) => boolean} goesOn told how much is done, answers whether to go on
 */
async function gifOf(film, goesOn) {
  const { canvas, pen } = canvasFor(film, FILM_PX);
  /** @param {number} at */
  const frame = (at) =>
    drawn(film.before + film.moments[at].drawn + film.after, (picture) => {
      pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
      return pen.getImageData(0, 0, canvas.width, canvas.height).data;
    });
  const last = film.moments.length - 1;
  const samples = [];
  for (let number = 0; number < SAMPLES; number += 1)
    samples.push(await frame(Math.round((last * number) / (SAMPLES - 1))));
  const gif = new Gif(canvas.width, canvas.height, new Palette(samples));
  for (const [number, { told }] of film.moments.entries()) {
    if (!goesOn(number / film.moments.length)) return null;
    gif.add(await frame(number), shownMs(told, number === last));
    await new Promise((done) => setTimeout(done)); // so that the page responds to taps meanwhile
  }
  return gif.file();
}

/** @param {string} address */
async function textOf(address) {
  const response = await fetch(at(address)).catch(() => null);
  if (!response?.ok) throw new Refusal(_("The panel does not answer. Is this phone still on the board's network?"));
  return response.text();
}

export class Share {
  /** @param {() => Shared} shared what there is to share now */
  constructor(shared) {
    this.shared = shared;
    this.sheet = find("share", HTMLDialogElement);
    this.made = 0; // counts requests: a late result of an earlier one is thrown away
    /** @type {File | null} */
    this.file = null;
    closable(this.sheet);
    this.sheet.addEventListener("close", () => this.clear());
    for (const choice of this.choices) choice.addEventListener("change", () => this.make(choice.value));
    find("share-send").addEventListener("click", () => this.send());
  }

  get choices() {
    return /** @type {HTMLInputElement[]} */ ([...this.sheet.querySelectorAll("input[name=share-as]")]);
  }

  open() {
    for (const choice of this.choices) {
      choice.checked = choice.value === "png";
      if (choice.value === "gif") choice.parentElement?.toggleAttribute("hidden", !this.shared().film);
    }
    this.sheet.showModal();
    return this.make("png");
  }

  /** @param {string} kind */
  make(kind) {
    this.clear();
    const { made } = this;
    this.tell(_("The picture is being made …"));
    return attempt(
      async () => {
        const blob = await this.blob(kind, () => made === this.made);
        if (blob && made === this.made)
          this.show(new File([blob], `${this.shared().name}.${kind}`, { type: blob.type }));
      },
      (sentence) => made === this.made && this.tell(sentence),
    );
  }

  /**
   * @param {string} kind
   * @param {() => boolean} wanted
   */
  async blob(kind, wanted) {
    const { picture, film } = this.shared();
    if (kind === "gif" && film) {
      return gifOf(await ask("GET", film), (share) => {
        if (wanted()) this.tell(_("The film is being made: {share}", { share: percent(share) }));
        return wanted();
      });
    }
    const svg = await textOf(picture);
    return kind === "png" ? pngOf(svg) : new Blob([svg], { type: "image/svg+xml" });
  }

  /** @param {File} file */
  show(file) {
    this.file = file;
    const address = URL.createObjectURL(file);
    const preview = find("share-preview", HTMLImageElement);
    preview.src = address;
    preview.hidden = false;
    const save = find("share-save", HTMLAnchorElement);
    save.href = address;
    save.download = file.name;
    save.hidden = false;
    find("share-send").hidden = !navigator.canShare?.({ files: [file] });
    this.tell("");
  }

  /** Forget what was made. */
  clear() {
    this.made += 1;
    this.file = null;
    const preview = find("share-preview", HTMLImageElement);
    if (preview.src) URL.revokeObjectURL(preview.src);
    preview.removeAttribute("src");
    for (const id of ["share-preview", "share-save", "share-send"]) find(id).hidden = true;
  }

  /** Hand the file to another app; who cancels needs no message. */
  send() {
    if (this.file) navigator.share({ files: [this.file] }).catch(() => undefined);
  }

  /** @param {string} words */
  tell(words) {
    find("share-state").textContent = words;
  }
}
