import { GREETING_COUNT } from '#shared/domain/sign-in.ts'

export interface Greeting {
  readonly text: string
  /** BCP 47 tag, so that it is read out, hyphenated and set in the right script. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

const ltr = (lang: string, text: string): Greeting => ({ lang, text, dir: 'ltr' })
const rtl = (lang: string, text: string): Greeting => ({ lang, text, dir: 'rtl' })

export const GREETINGS: readonly Greeting[] = [
  ltr('en', 'Hello'),
  ltr('cy', 'Shwmae'),
  ltr('gd', 'Halò'),
  ltr('ga', 'Dia duit'),
  ltr('fr', 'Bonjour'),
  ltr('de', 'Guten Tag'),
  ltr('es', 'Hola'),
  ltr('pt', 'Olá'),
  ltr('it', 'Buongiorno'),
  ltr('nl', 'Goedendag'),
  ltr('da', 'Goddag'),
  ltr('sv', 'Hej'),
  ltr('fi', 'Hei'),
  ltr('pl', 'Dzień dobry'),
  ltr('cs', 'Dobrý den'),
  ltr('hu', 'Jó napot'),
  ltr('ro', 'Bună ziua'),
  ltr('bg', 'Здравейте'),
  ltr('uk', 'Вітаю'),
  ltr('el', 'Γειά σας'),
  ltr('tr', 'Merhaba'),
  ltr('lt', 'Labas'),
  ltr('so', 'Salaan'),
  ltr('sw', 'Habari'),
  ltr('yo', 'Ẹ n lẹ'),
  ltr('zu', 'Sawubona'),
  ltr('hi', 'नमस्ते'),
  ltr('bn', 'নমস্কার'),
  ltr('pa', 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ'),
  ltr('gu', 'નમસ્તે'),
  ltr('ta', 'வணக்கம்'),
  ltr('zh', '你好'),
  ltr('ja', 'こんにちは'),
  ltr('ko', '안녕하세요'),
  ltr('vi', 'Xin chào'),
  rtl('ar', 'مرحبا'),
  rtl('ur', 'السلام علیکم'),
  rtl('fa', 'درود'),
  rtl('he', 'שלום'),
]

/**
 * Three different greetings that this machine can draw; only those that are drawn by lot are looked
 * at, for a script's font may be slow to come. `random` gives numbers from 0 up to 1.
 */
export function pickGreetings(random: () => number, canDraw: (text: string) => boolean): Greeting[] {
  const left = [...GREETINGS]
  const picked: Greeting[] = []
  while (picked.length < GREETING_COUNT && left.length > 0) {
    const [one] = left.splice(Math.floor(random() * left.length), 1)
    if (one && canDraw(one.text)) picked.push(one)
  }
  return picked
}

/** A code point that no font has, and never will: what it is drawn as stands for every missing letter. */
const MISSING = '\u{10FFFE}'
const SIZE = 24

/** Whether no letter of a text comes out as the box of a missing one; yes where that can't be measured. */
export function createGlyphCheck(page: Document): (text: string) => boolean {
  const canvas = page.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext?.('2d', { willReadFrequently: true })
  if (!context) return () => true
  context.font = `${SIZE * 0.7}px sans-serif`
  context.textBaseline = 'middle'
  const drawn = (letter: string): string => {
    context.clearRect(0, 0, SIZE, SIZE)
    context.fillText(letter, 2, SIZE / 2)
    return context.getImageData(0, 0, SIZE, SIZE).data.join()
  }
  const box = drawn(MISSING)
  // Signs that stand on a letter are drawn with it.
  return (text) => (text.match(/\p{L}/gu) ?? []).every((letter) => drawn(letter) !== box)
}
