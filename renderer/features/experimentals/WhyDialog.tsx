import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Experimental, whyHasExperimental } from '#shared/contract/experimentals.ts'
import { hasIt } from '#shared/domain/experimentals.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { RemoteOption } from '../../ui/RemoteSelect.tsx'
import styles from './Experimentals.module.css'
import { TEXT, WHY } from './text.ts'

/** Whether somebody has an experimental, and why. */
export function WhyDialog({ one, onClose }: { readonly one: Experimental; readonly onClose: () => void }) {
  const { api } = useServices()
  const [person, setPerson] = useState<RemoteOption | null>(null)
  const { data, error } = useQuery({
    queryKey: ['experimentals', 'why', one.key, one.version, person?.id],
    queryFn: ({ signal }) =>
      api.call(whyHasExperimental, { key: one.key, userID: person?.id ?? 0 }, { quiet: true, signal }),
    enabled: person !== null,
    retry: false,
  })
  return (
    <Modal opened onClose={onClose} title={TEXT.whyOf(one.name)} size={520}>
      <div className={styles.form}>
        <p className={styles.small}>{TEXT.whyLead}</p>
        <PersonSelect label={TEXT.person} value={person} onChange={setPerson} />
        <Problem>{error ? refusalOf(error) : null}</Problem>
        {person && data ? (
          <p role="status" className={styles.answer} data-has={hasIt(data.why)}>
            {WHY[data.why](data)}
          </p>
        ) : null}
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.close}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
