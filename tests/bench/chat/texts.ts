const WORDS =
  'the quota for wave two is nearly full please check interview callback respondent tomorrow dialler sample list agreed thanks team shift handover Leeds Cardiff answer later survey quality review evening'.split(
    ' ',
  )

/** The n-th message of the benchmarks: 3 to 40 words, the same in each run and in each kit. */
export function benchText(n: number): string {
  const length = 3 + ((n * 7919) % 38) * ((n * 31) % 5 === 0 ? 1 : 0.4)
  const words: string[] = []
  for (let at = 0; at < length; at++)
    words.push(WORDS[(n * 17 + at * 13 + ((n * at) % 7)) % WORDS.length] ?? '')
  return `#${n} ${words.join(' ')}`
}
