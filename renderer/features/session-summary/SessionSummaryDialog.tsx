import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { getGridSetting } from '#shared/contract/summary.ts'
import { useServices } from '../../services/context.tsx'
import { CONFIRMED_EXIT, EXIT_PATH } from '../../services/session/session-life.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { GridLayoutDialog } from './GridLayoutDialog.tsx'
import styles from './Summary.module.css'
import { SummaryGrid } from './SummaryGrid.tsx'
import { SUMMARY_TEXT } from './text.ts'
import { useCtrlHeld } from './use-ctrl-held.ts'

interface SessionSummaryProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: { readonly showExit: boolean }
}

/**
 * The summary of the day (spec 3 §2). Where the installation has none, or it can't be had, it
 * keeps nobody: with `showExit` on to the logout, otherwise closed.
 */
export function SessionSummaryDialog({ opened, onClose, params: { showExit } }: SessionSummaryProps) {
  const { api } = useServices()
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const edit = useCallback(() => setEditing(true), [])
  const ctrl = useCtrlHeld(opened && !editing, edit)
  const grid = useQuery({
    queryKey: ['summary-grid'],
    queryFn: ({ signal }) => api.call(getGridSetting, undefined, { quiet: true, signal }),
    enabled: opened,
    gcTime: 0,
    staleTime: 0,
  })
  const exit = () => {
    onClose()
    void navigate(EXIT_PATH, { state: CONFIRMED_EXIT })
  }
  const isSkipped = opened && !editing && !grid.isFetching && (grid.isError || grid.data?.enable === false)
  useEffect(() => {
    if (!isSkipped) return
    onClose()
    if (showExit) void navigate(EXIT_PATH)
  }, [isSkipped, showExit, onClose, navigate])

  return (
    <Modal
      opened={opened && grid.data?.enable === true}
      onClose={onClose}
      title={SUMMARY_TEXT.title}
      size={900}
      centered
    >
      {grid.data && !editing ? <SummaryGrid grid={grid.data} /> : null}
      {grid.data ? (
        <GridLayoutDialog
          opened={editing}
          grid={grid.data}
          onClose={() => setEditing(false)}
          onChanged={() => void grid.refetch()}
        />
      ) : null}
      <FormActions className={styles.actions}>
        {ctrl ? (
          <Button
            className={styles.customize ?? ''}
            variant="light"
            aria-keyshortcuts="Control+Enter"
            onClick={edit}
          >
            {SUMMARY_TEXT.customize}
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          {showExit ? SUMMARY_TEXT.stay : SUMMARY_TEXT.close}
        </Button>
        {showExit ? (
          <Button data-autofocus onClick={exit}>
            {SUMMARY_TEXT.confirm}
          </Button>
        ) : null}
      </FormActions>
    </Modal>
  )
}
