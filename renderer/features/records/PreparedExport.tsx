import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { exportFile, exportState, preparedExport, stopExport } from '#shared/contract/prepared-exports.ts'
import { useServices } from '../../services/context.tsx'
import { saveFile } from '../../services/page/save-file.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'

/** How often it is asked how far a file is, in milliseconds. */
const LOOK_MS = 1500

/** How far a file of many rows is, until it is fetched, stopped or closed (spec 4 §1.6). */
export function PreparedExport({
  answer,
  onClose,
}: {
  /** What the server said in place of a file. */
  readonly answer: Blob
  readonly onClose: () => void
}) {
  const { api } = useServices()
  const [exportID, setExportID] = useState(0)
  useEffect(() => {
    void answer.text().then((text) => setExportID(preparedExport.parse(JSON.parse(text)).exportID))
  }, [answer])
  const { data } = useQuery({
    queryKey: ['export', exportID],
    enabled: exportID > 0,
    queryFn: ({ signal }) => api.call(exportState, { exportID }, { quiet: true, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'RUNNING' ? false : LOOK_MS),
  })
  if (!data) return null
  const { state, done, total } = data
  const run = async (does: () => Promise<unknown>) => {
    try {
      await does()
      onClose()
    } catch {
      // Why is told by itself.
    }
  }
  const words =
    state === 'RUNNING'
      ? TEXT.preparing(done, total)
      : state === 'READY'
        ? TEXT.prepared
        : TEXT.preparedFailed
  return (
    <p className={styles.told} role="status">
      {words}{' '}
      {state === 'RUNNING' ? (
        <>
          <progress value={done} max={total} />{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void run(() => api.call(stopExport, { exportID }))}
          >
            {TEXT.stopExport}
          </Button>
        </>
      ) : state === 'READY' ? (
        <Button
          size="compact-xs"
          onClick={() => void run(async () => saveFile(await api.call(exportFile, { exportID })))}
        >
          {TEXT.download}
        </Button>
      ) : (
        <Button size="compact-xs" variant="default" onClick={onClose}>
          {TEXT.dismiss}
        </Button>
      )}
    </p>
  )
}
