import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { credentialImports, undoCredentialImport } from '#shared/contract/credentials.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { IMPORT_TEXT as TEXT } from './import-text.ts'
import { IMPORTS_KEY } from './keys.ts'
import styles from './ToolCredentials.module.css'

const moment = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
const wordsOf = (at: string) => moment.format(Date.parse(at))

/** Imports of the last 24 hours, each of which can be undone; nothing where there is none. */
export function Imports({ onUndone }: { readonly onUndone: () => unknown }) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: IMPORTS_KEY,
    queryFn: ({ signal }) => api.call(credentialImports, {}, { quiet: true, signal }),
  })
  if (!data || data.imports.length === 0) return null
  const undo = async (id: number, fileName: string) => {
    const [title, text] = [TEXT.undoAsk(fileName), TEXT.undoText]
    if (!(await prompts.ask({ title, text, yes: TEXT.undo, no: TEXT.keep }))) return
    try {
      const { undone, kept } = await api.call(undoCredentialImport, { id }, { quiet: true })
      notices.show('success', TEXT.undone(undone, kept))
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await client.invalidateQueries({ queryKey: IMPORTS_KEY })
    await onUndone()
  }
  return (
    <section className={styles.part} aria-labelledby="credential-imports">
      <h3 id="credential-imports">{TEXT.imports}</h3>
      <ul className={styles.rows} aria-label={TEXT.imports}>
        {data.imports.map(({ id, fileName, added, updated, by, at, undoUntil }) => (
          <li key={id}>
            <div className={styles.what}>
              <span>{TEXT.of(fileName, added, updated)}</span>
              <small>{TEXT.by(by, wordsOf(at), wordsOf(undoUntil))}</small>
            </div>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={TEXT.undoOf(fileName)}
              onClick={() => void undo(id, fileName)}
            >
              {TEXT.undo}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
