import { Loader } from '@mantine/core'
import { useStore } from 'zustand'
import { useServices } from '../../services/context.tsx'
import styles from './Loading.module.css'
import { OVERLAY_TEXT } from './text.ts'

/** Says that requests take their time (spec 1 §2.8). It lets every click and key through. */
export function Loading() {
  const shows = useStore(useServices().spinner.store)
  if (!shows) return null
  return (
    <div className={styles.loading} role="status">
      <Loader size={16} aria-hidden="true" />
      {OVERLAY_TEXT.loading}
    </div>
  )
}
