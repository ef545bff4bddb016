import { useState } from 'react'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TypedNumber, typedFault } from './TypedNumber.tsx'
import { TEXT } from './text.ts'

interface SureDialogProps {
  /** The question, which names the number. */
  readonly title: string
  /** What comes of it. */
  readonly effect: string
  /** What its button does. */
  readonly yes: string
  /** How many records it is done to. */
  readonly count: number
  /** Where it rejects, the dialog stays and says why. */
  readonly onYes: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before something is done to many that can't be taken back (spec 4 §1.5). */
export function SureDialog({ title, effect, yes, count, onYes, onClose }: SureDialogProps) {
  const [typed, setTyped] = useState('')
  return (
    <FormDialog
      title={title}
      lead={effect}
      cancel={TEXT.cancel}
      send={yes}
      fault={typedFault(count, typed)}
      isTyped={typed !== ''}
      size={440}
      reasonOf={refusalOf}
      onSend={onYes}
      onClose={onClose}
    >
      <TypedNumber count={count} value={typed} onChange={setTyped} />
    </FormDialog>
  )
}
