import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../../../services/context.tsx'

const Preview = lazy(() => import('./Preview.tsx').then(({ Preview }) => ({ default: Preview })))

/** Shows what is looked at (spec 1 §2.8). */
export function PreviewHost() {
  const { previews } = useServices()
  const preview = useStore(previews.store)
  if (!preview) return null
  return (
    <Suspense>
      <Preview preview={preview} onClose={previews.close} />
    </Suspense>
  )
}
