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

/** Three different greetings. `random` gives numbers from 0 up to 1. */
export function pickGreetings(random: () => number): Greeting[] {
  const left = [...GREETINGS]
  return Array.from({ length: GREETING_COUNT }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}
