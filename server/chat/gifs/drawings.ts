import type { Animation } from './gif-encoder.ts'

const SIDE = 120
const FRAMES = 12
const TURN = Math.PI * 2

const PALETTE = [
  [255, 255, 255],
  [33, 37, 41],
  [250, 82, 82],
  [253, 126, 20],
  [250, 176, 5],
  [64, 192, 87],
  [34, 139, 230],
  [121, 80, 242],
  [230, 73, 128],
  [173, 181, 189],
  [21, 170, 191],
  [255, 224, 102],
] as const

/** The colour of a point at a time: both coordinates from -1 to 1, the time from 0 to 1. */
type Painter = (x: number, y: number, time: number) => number

const wave = (time: number, shift = 0): number => Math.sin((time + shift) * TURN)
const disc = (x: number, y: number, cx: number, cy: number, radius: number): boolean =>
  (x - cx) ** 2 + (y - cy) ** 2 < radius ** 2
/** The distance of a point from the line between two others. */
function fromLine(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const along = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))
}
const isHeart = (x: number, y: number, size: number): boolean => {
  const [a, b] = [x / size, -y / size + 0.15]
  return (a * a + b * b - 0.5) ** 3 - a * a * b ** 3 < 0
}
const face = (x: number, y: number, features: () => boolean): number =>
  !disc(x, y, 0, 0, 0.85) ? 0 : features() ? 1 : 11
const eyes = (x: number, y: number, shut = false): boolean =>
  [-0.3, 0.3].some((at) =>
    shut ? Math.abs(x - at) < 0.14 && Math.abs(y + 0.2) < 0.04 : disc(x, y, at, -0.2, 0.1),
  )

export const DRAWINGS: Readonly<Record<string, { title: string; words: string; paint: Painter }>> = {
  heart: {
    title: 'Beating heart',
    words: 'heart love like thanks care beat',
    paint: (x, y, t) => (isHeart(x, y, 0.75 + 0.12 * Math.max(0, wave(t))) ? 2 : 0),
  },
  done: {
    title: 'Done',
    words: 'done tick yes ok check finished agree good complete',
    paint: (x, y, t) => {
      if (!disc(x, y, 0, 0, 0.85)) return 0
      const far = Math.min(1, t * 1.6)
      const short = fromLine(x, y, -0.4, 0.05, -0.1, 0.35) < 0.09
      const long = far > 0.3 && fromLine(x, y, -0.1, 0.35, -0.1 + 0.55 * far, 0.35 - 0.65 * far) < 0.09
      return short || long ? 0 : 5
    },
  },
  no: {
    title: 'No',
    words: 'no stop cross wrong disagree',
    paint: (x, y, t) => {
      const shake = 0.12 * wave(t)
      if (!disc(x, y, shake, 0, 0.8)) return 0
      const bars = Math.min(
        fromLine(x - shake, y, -0.35, -0.35, 0.35, 0.35),
        fromLine(x - shake, y, -0.35, 0.35, 0.35, -0.35),
      )
      return bars < 0.1 ? 0 : 2
    },
  },
  smile: {
    title: 'Smile',
    words: 'smile happy glad hello hi face joy',
    paint: (x, y, t) =>
      face(x, y, () => eyes(x, y, t > 0.8) || (y > 0.1 && Math.abs(Math.hypot(x, y - 0.05) - 0.45) < 0.05)),
  },
  sad: {
    title: 'Sad',
    words: 'sad sorry unhappy face tear cry',
    paint: (x, y, t) => {
      if (disc(x, y, 0.3, 0.05 + t * 0.6, 0.08) && disc(x, y, 0, 0, 0.85)) return 6
      return face(
        x,
        y,
        () => eyes(x, y) || (y < 0.55 && y > 0.2 && Math.abs(Math.hypot(x, y - 0.75) - 0.4) < 0.05),
      )
    },
  },
  laugh: {
    title: 'Laughing',
    words: 'laugh lol funny haha joke face',
    paint: (x, y, t) => {
      const bounce = 0.08 * wave(t * 2)
      return face(
        x,
        y - bounce,
        () => eyes(x, y - bounce, true) || (y - bounce > 0.1 && disc(x, y - bounce, 0, 0.1, 0.45)),
      )
    },
  },
  celebrate: {
    title: 'Confetti',
    words: 'celebrate party confetti hurray congratulations well done birthday',
    paint: (x, y, t) => {
      for (let piece = 0; piece < 26; piece++) {
        const px = ((piece * 0.37) % 2) - 1
        const py = ((piece * 0.61 + t * 2) % 2.2) - 1.1
        if (Math.abs(x - px - 0.05 * wave(t, piece / 7)) < 0.06 && Math.abs(y - py) < 0.06)
          return 2 + (piece % 7)
      }
      return 0
    },
  },
  stars: {
    title: 'Stars',
    words: 'stars star great brilliant excellent wow night',
    paint: (x, y, t) => {
      for (let star = 0; star < 12; star++) {
        const px = ((star * 0.71) % 1.8) - 0.9
        const py = ((star * 0.43) % 1.8) - 0.9
        const size = 0.14 * Math.max(0.2, wave(t, star / 12))
        if (Math.abs(x - px) * Math.abs(y - py) < size * 0.012 && Math.hypot(x - px, y - py) < size) return 4
      }
      return 1
    },
  },
  sunrise: {
    title: 'Good morning',
    words: 'sun sunrise morning hello good day weather',
    paint: (x, y, t) => {
      const height = 0.55 - 0.6 * Math.min(1, t * 1.4)
      if (y > 0.5) return 5
      if (disc(x, y, 0, height, 0.4)) return 4
      const angle = Math.atan2(y - height, x) + t
      return Math.hypot(x, y - height) < 0.75 && Math.cos(angle * 10) > 0.5 ? 3 : 10
    },
  },
  rain: {
    title: 'Rain',
    words: 'rain weather wet storm gloomy',
    paint: (x, y, t) => {
      if (disc(x, y, -0.3, -0.5, 0.28) || disc(x, y, 0.1, -0.6, 0.35) || disc(x, y, 0.4, -0.45, 0.25))
        return 9
      if (y < -0.3) return 0
      const column = Math.floor((x + 1) * 8)
      return Math.abs((x + 1) * 8 - column - 0.5) < 0.12 && (y + 1 + column * 0.37 - t * 1.2 + 4) % 0.6 < 0.2
        ? 6
        : 0
    },
  },
  coffee: {
    title: 'Coffee break',
    words: 'coffee tea break cup drink pause brb',
    paint: (x, y, t) => {
      if (Math.abs(x) < 0.45 && y > -0.1 && y < 0.7) return y < 0 ? 3 : 6
      if (x > 0.4 && Math.abs(Math.hypot(x - 0.45, y - 0.25) - 0.22) < 0.06) return 6
      const steam = [-0.2, 0, 0.2].some((at) => Math.abs(x - at - 0.06 * Math.sin(y * 8 + t * TURN)) < 0.035)
      return steam && y < -0.2 && y > -0.8 ? 9 : 0
    },
  },
  waiting: {
    title: 'Waiting',
    words: 'waiting wait dots loading thinking soon typing',
    paint: (x, y, t) => {
      for (const [place, at] of [-0.5, 0, 0.5].entries())
        if (disc(x, y, at, -0.25 * Math.max(0, wave(t, -place / 6)), 0.17)) return 6
      return 0
    },
  },
  rocket: {
    title: 'Off we go',
    words: 'rocket go start launch fast ship quick target',
    paint: (x, y, t) => {
      const lift = y + 0.15 * wave(t)
      if (Math.abs(x) < 0.22 * Math.min(1, (lift + 0.85) * 1.8) && lift > -0.85 && lift < 0.4)
        return disc(x, lift, 0, -0.2, 0.11) ? 6 : 9
      if (lift > 0.15 && lift < 0.45 && Math.abs(x) < 0.42 && Math.abs(x) < lift) return 2
      const flame = 0.25 + 0.12 * wave(t * 3)
      return lift >= 0.4 && Math.abs(x) < flame * (1 - (lift - 0.4) * 1.8) * 0.7 ? 4 : 1
    },
  },
  wave: {
    title: 'Hello there',
    words: 'wave hello hi bye goodbye welcome greeting',
    paint: (x, y, t) => {
      const angle = 0.35 * wave(t)
      const [a, b] = [
        x * Math.cos(angle) + (y - 0.7) * Math.sin(angle),
        -x * Math.sin(angle) + (y - 0.7) * Math.cos(angle) + 0.7,
      ]
      const palm = disc(a, b, 0, 0.15, 0.38)
      const fingers = [-0.3, -0.1, 0.1, 0.3].some(
        (at) => fromLine(a, b, at * 0.8, 0, at * 1.3, -0.6 + Math.abs(at) * 0.3) < 0.09,
      )
      const thumb = fromLine(a, b, 0.25, 0.25, 0.6, 0) < 0.1
      return palm || fingers || thumb ? 4 : 0
    },
  },
}

/** Draws an animation: 12 pictures of 120 × 120 pixels. */
export function draw(paint: Painter): Animation {
  const frames = Array.from({ length: FRAMES }, (_, frame) => {
    const pixels = new Uint8Array(SIDE * SIDE)
    for (let place = 0; place < pixels.length; place++) {
      const x = ((place % SIDE) / SIDE) * 2 - 1
      const y = (Math.floor(place / SIDE) / SIDE) * 2 - 1
      pixels[place] = paint(x, y, frame / FRAMES)
    }
    return pixels
  })
  return { width: SIDE, height: SIDE, palette: PALETTE, frames, delay: 9 }
}
