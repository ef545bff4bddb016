import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { ADDRESS_LIST_MAX, ADDRESS_LIST_PART, checkAddresses } from '#shared/contract/address-lookup.ts'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './AddressLookup.module.css'
import { inOneLine } from './in-one-line.ts'
import { TEXT } from './text.ts'
import { useCopy } from './use-copy.ts'

type Row = ResponseOf<typeof checkAddresses>['rows'][number]

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A list of addresses or postcodes, looked up some lines at a time; what was found stays when it is stopped. */
export function ListCheck({ onDone }: { readonly onDone: () => unknown }) {
  const { api } = useServices()
  const copy = useCopy()
  const [text, setText] = useState('')
  const [rows, setRows] = useState<readonly Row[]>([])
  const [total, setTotal] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isStopped = useRef(false)
  const check = async () => {
    const lines = linesIn(text)
    if (lines.length > ADDRESS_LIST_MAX) return setProblem(TEXT.tooMany(ADDRESS_LIST_MAX))
    isStopped.current = false
    setProblem(null)
    setRows([])
    setTotal(lines.length)
    try {
      for (let at = 0; at < lines.length && !isStopped.current; at += ADDRESS_LIST_PART) {
        const part = lines.slice(at, at + ADDRESS_LIST_PART)
        const answer = await api.call(checkAddresses, { lines: part }, { quiet: true })
        setRows((now) => [...now, ...answer.rows])
      }
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setTotal(null)
    await onDone()
  }
  const asTable = () =>
    rows
      .map(({ line, outcome, address }) =>
        [line, TEXT.outcomes[outcome], address ? inOneLine(address) : ''].join('\t'),
      )
      .join('\n')
  return (
    <section className={styles.part}>
      <h3>{TEXT.list}</h3>
      <Textarea
        label={TEXT.listLabel}
        description={TEXT.listHint(ADDRESS_LIST_MAX)}
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={styles.buttons}>
        {total === null ? (
          <Button variant="default" disabled={linesIn(text).length === 0} onClick={() => void check()}>
            {TEXT.check}
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              onClick={() => {
                isStopped.current = true
              }}
            >
              {TEXT.stop}
            </Button>
            <progress aria-label={TEXT.list} value={rows.length} max={total} />
            <span role="status">{TEXT.progress(rows.length, total)}</span>
          </>
        )}
        {rows.length > 0 && total === null ? (
          <Button variant="subtle" onClick={() => copy(asTable())}>
            {TEXT.copyTable}
          </Button>
        ) : null}
      </div>
      <Problem>{problem}</Problem>
      {rows.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{TEXT.line}</th>
                <th scope="col">{TEXT.outcome}</th>
                <th scope="col">{TEXT.address}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, outcome, address }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line may stand there twice; their places stay
                <tr key={at}>
                  <td>{line}</td>
                  <td>{TEXT.outcomes[outcome]}</td>
                  <td>{address ? inOneLine(address) : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
