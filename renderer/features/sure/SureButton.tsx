import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyCode } from '../../ui/fetch-code.ts'

/** Fetched when it is asked for the first time. */
const SureDialog = lazyCode(async () => (await import('./SureDialog.tsx')).SureDialog)

interface SureButtonProps {
  /** What it does; the question's own button says the same. */
  readonly label: string
  /** The question, which names the number. */
  readonly title: string
  /** What comes of it. */
  readonly effect: string
  /** How many records it is done to. */
  readonly count: number
  /** Where it rejects, the dialog stays and says why. */
  readonly onYes: () => Promise<void>
}

/** A button beside chosen records for what can't be taken back: it asks first (spec 4 §1.5). */
export function SureButton({ label, title, effect, count, onYes }: SureButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? (
        <Suspense>
          <SureDialog
            title={title}
            effect={effect}
            yes={label}
            count={count}
            onYes={async () => {
              await onYes()
              close()
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  )
}
