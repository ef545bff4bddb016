import { useEffect, useState } from 'react'
import { useNow } from '../../ui/use-now.ts'
import { type OneTime, oneTimeCode, secondsLeft } from './crypto/one-time.ts'
import { ENTRIES_TEXT as TEXT } from './text.ts'
import styles from './Vault.module.css'

const SECOND_MS = 1000

/** The code of this moment in two halves, and for how long it holds. */
export function OneTimeCode({ oneTime }: { oneTime: OneTime }) {
  const now = useNow(SECOND_MS)
  const [code, setCode] = useState('')
  const turn = Math.floor(now / SECOND_MS / oneTime.period)
  useEffect(() => {
    let isLatest = true
    void oneTimeCode(oneTime, turn * oneTime.period * SECOND_MS).then((next) => isLatest && setCode(next))
    return () => {
      isLatest = false
    }
  }, [oneTime, turn])
  const left = secondsLeft(oneTime, now)
  const half = Math.ceil(code.length / 2)
  return (
    <span className={styles.code}>
      <code>{`${code.slice(0, half)} ${code.slice(half)}`}</code>
      <progress
        className={styles.left}
        aria-label={TEXT.codeLeft}
        max={oneTime.period}
        value={left}
        data-ending={left <= 5}
      />
      <span aria-hidden="true">{TEXT.seconds(left)}</span>
    </span>
  )
}
