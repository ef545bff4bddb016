import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import styles from './FileImport.module.css'
import type { FileImport, ListedImport } from './kind.ts'
import { IMPORT_TEXT as TEXT } from './text.ts'

const moment = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
const wordsOf = (at: string) => moment.format(Date.parse(at))

/** While one runs, how it goes is asked for so often. */
const LOOK_MS = 1000

/** Imports that run, and those of the last 24 hours, which can be undone; nothing where there is none. */
export function Imports({
  kind,
  onChanged,
}: {
  readonly kind: FileImport
  readonly onChanged: () => unknown
}) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: kind.listKey,
    queryFn: ({ signal }) => kind.list(api, signal),
    refetchInterval: ({ state }) => (state.data?.imports.some(isRunning) ? LOOK_MS : false),
  })
  const running = data?.imports.filter(isRunning).length ?? 0
  const before = useRef(running)
  useEffect(() => {
    // What it wrote is listed once it is over.
    if (running < before.current) void onChanged()
    before.current = running
  }, [running, onChanged])
  if (!data || data.imports.length === 0) return null
  const again = () => client.invalidateQueries({ queryKey: kind.listKey })
  const undo = async ({ id, fileName }: ListedImport) => {
    const [title, text] = [TEXT.undoAsk(fileName), TEXT.undoText]
    if (!(await prompts.ask({ title, text, yes: TEXT.undo, no: TEXT.keep }))) return
    try {
      const { undone, kept } = await kind.undo(api, id)
      notices.show('success', TEXT.undone(kind.count(undone), kept === 0 ? null : kind.count(kept)))
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await again()
    await onChanged()
  }
  const stop = async ({ id }: ListedImport) => {
    try {
      await kind.stop(api, id)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await again()
  }
  return (
    <section className={styles.part} aria-labelledby="file-imports">
      <h2 id="file-imports">{TEXT.imports}</h2>
      <ul className={styles.rows} aria-label={TEXT.imports}>
        {data.imports.map((one) => (
          <li key={one.id}>
            <div className={styles.what}>
              <span>
                {isRunning(one)
                  ? TEXT.running(one.fileName, one.done, kind.count(one.total))
                  : said(kind, one)}
              </span>
              {isRunning(one) ? (
                <progress aria-label={TEXT.progress(one.fileName)} value={one.done} max={one.total} />
              ) : null}
              <small>
                {one.undoUntil === null
                  ? TEXT.begunBy(one.by, wordsOf(one.at))
                  : TEXT.by(one.by, wordsOf(one.at), wordsOf(one.undoUntil))}
              </small>
            </div>
            {isRunning(one) ? (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={TEXT.stopOf(one.fileName)}
                onClick={() => void stop(one)}
              >
                {TEXT.stop}
              </Button>
            ) : one.undoUntil === null ? null : (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={TEXT.undoOf(one.fileName)}
                onClick={() => void undo(one)}
              >
                {TEXT.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const isRunning = ({ state }: ListedImport) => state === 'RUNNING'

/** What became of an import that is over. */
const said = (kind: FileImport, { fileName, added, updated, state, message, failed }: ListedImport) =>
  [
    `${TEXT.of(fileName, kind.count(added), kind.count(updated))}.`,
    TEXT.states[state],
    message,
    failed > 0 ? TEXT.failed(kind.count(failed)) : '',
  ]
    .filter(Boolean)
    .join(' ')
