import { hostileBodies } from './hostile-html.ts'

const TAG_END = 'END_ASSET_TAG#'

/** Bits of HTML and script that must stay what they are: text. */
const SCRIPTS = [
  '<script>window.hostileRan=1</script>',
  '<img src=x onerror=window.hostileRan=1>',
  '"><svg onload=window.hostileRan=1>',
  'javascript:window.hostileRan=1',
  '</p></article></div><h1>Out</h1>',
  '{{constructor.constructor("window.hostileRan=1")()}}',
  '<style>*{display:none}</style>',
  '&lt;script&gt;&#106;avascript',
]

/** Markup in markup, open ends, and ids that are none. */
const MARKUP: readonly ((bit: string) => string)[] = [
  (bit) => `@[${bit}](1)`,
  (bit) => `@[@[${bit}](1)](2)`,
  (bit) => `#START_ASSET_TAG[${bit}][TASK:1]${TAG_END}`,
  (bit) => `#START_ASSET_TAG[x][${bit}]${TAG_END}`,
  (bit) => `#START_ASSET_TAG[@[${bit}](1)][TASK:1]${TAG_END}`,
  (bit) => `@[#START_ASSET_TAG[${bit}][TASK:1]${TAG_END}](3)`,
  (bit) => `#START_ASSET_TAG[#START_ASSET_TAG[${bit}][TASK:2]${TAG_END}][TASK:1]${TAG_END}`,
  (bit) => `#START_ASSET_TAG[${bit}`,
  (bit) => `@[${bit}](`,
  (bit) => `https://example.com/${bit}`,
]

/** Texts that would push a layout apart or turn it round. */
const SHAPES: readonly string[] = [
  'W'.repeat(20_000),
  'a-'.repeat(5000),
  'https://example.com/'.padEnd(4000, 'path'),
  `@[${'Name'.repeat(400)}](1)`,
  `#START_ASSET_TAG[${'Asset'.repeat(400)}][TASK:1]${TAG_END}`,
  `#START_ASSET_TAG[${'x'.repeat(3000)}][NOTHING:1]${TAG_END}`,
  '\n'.repeat(400),
  ' '.repeat(5000).concat('.'),
  '\t'.repeat(500).concat('.'),
  '\u00a0'.repeat(3000),
  '\u2028'.repeat(100).concat('lines\u2029'.repeat(100)),
  '\u202egnp.tcefni\u202c',
  '\u202e'.repeat(200).concat('turned'),
  '\u2066\u2067\u2068never closed',
  '\u200f\u200e\u061cmarks',
  'العربية English עברית mixed 123',
  '\u200b'.repeat(3000),
  'zero\u200bwidth\u200cjoined\u200d\u2060\ufeff'.repeat(200),
  '\u00ad'.repeat(3000).concat('soft'),
  'Z\u0310\u0323\u0353\u0359\u0318'.repeat(300),
  `Z${'\u0310\u0323\u0353'.repeat(300)}`,
  '😀'.repeat(5000),
  '👨‍👩‍👧‍👦'.repeat(800),
  '🏳️‍🌈🇬🇧'.repeat(800),
  '👍🏽'.repeat(1000),
  '\ud83d'.repeat(50),
  '\udc00lone surrogates\ud800',
  '\u0000\u0001\u0007\u001b[31mcontrol\u007f',
  '﷽'.repeat(400),
  '𒐫'.repeat(400),
  'ｆｕｌｌ　ｗｉｄｔｈ'.repeat(300),
  'ก็็็็็็็็็็็็็็็็็็็็็็็็็็็็็็'.repeat(40),
  '|'.repeat(4000),
  '`'.repeat(2000),
  '[]('.repeat(2000),
  '@['.repeat(3000),
  '#START_ASSET_TAG['.repeat(800),
  ']('.repeat(3000),
  `${'@[a](1)'.repeat(1500)}`,
  `${`#START_ASSET_TAG[a][TASK:1]${TAG_END}`.repeat(300)}`,
  'https://a '.repeat(1500),
  '%00%0a%0d/../../etc/passwd',
  "'; drop table messages; --",
  '#{7*7}<%= 7*7 %>{{7*7}}',
  'http://[::1]:99999/ https://%zz https:// http://',
  'https://user:pass@example.com/\u202egpj.exe',
]

/**
 * At least 200 message bodies of the kinds that renderers of chats have fallen for. Whatever of them
 * runs sets `window.hostileRan`.
 */
export const hostileMessages = (): readonly string[] => [
  ...SCRIPTS,
  ...SCRIPTS.flatMap((bit) => MARKUP.map((wrap) => wrap(bit))),
  ...SHAPES,
  ...hostileBodies(),
]
