import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useSignedIn } from '../../services/signed-in.tsx'
import type { RecordsKind } from './kind.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'

/** Which records of the page have a save that waits for the connection (spec 4 §1.4). */
export function LateLine({ kind }: { readonly kind: RecordsKind }) {
  const { lateSaves } = useSignedIn()
  const client = useQueryClient()
  const waiting = useStore(lateSaves.store, (state) => state.waiting)
  const { name } = kind.record
  useEffect(
    () =>
      lateSaves.onSent(({ place }) => {
        if (place.startsWith(`${name}/`)) {
          void client.invalidateQueries({ queryKey: ['records', name] })
          void client.invalidateQueries({ queryKey: ['record', name] })
        }
        return false
      }),
    [lateSaves, client, name],
  )
  const labels = waiting.flatMap(({ place, label }) => (place.startsWith(`${name}/`) ? [label] : []))
  return labels.length === 0 ? null : (
    <p className={styles.told} role="status">
      {TEXT.waiting(labels)}
    </p>
  )
}
