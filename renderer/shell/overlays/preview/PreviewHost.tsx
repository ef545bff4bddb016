import { Suspense } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../../../services/context.tsx'
import { DialogFailure } from '../../../ui/failure/DialogFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'

const Preview = lazyCode(async () => (await import('./Preview.tsx')).Preview)

/** Shows what is looked at (spec 1 §2.8). */
export function PreviewHost() {
  const { previews } = useServices()
  const preview = useStore(previews.store)
  return (
    <DialogFailure opened={preview !== null} onClose={previews.close}>
      {preview ? (
        <Suspense>
          <Preview preview={preview} onClose={previews.close} />
        </Suspense>
      ) : null}
    </DialogFailure>
  )
}
