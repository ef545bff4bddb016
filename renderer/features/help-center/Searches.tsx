import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { HELP_CENTER_EDITORS, missedFaq, settleMiss } from '#shared/contract/help-center.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import { faqRecord } from '#shared/records/support/faq.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

/** What people looked for and did not find (spec 5 §5.13). */
export function Searches() {
  return (
    <div className={styles.page}>
      <div>
        <h1>{TEXT.misses}</h1>
        <p className={styles.lead}>{TEXT.missesLead}</p>
        <Misses />
      </div>
    </div>
  )
}

function Misses() {
  const { api, notices, storage } = useServices()
  const navigate = useNavigate()
  const userName = useSession(({ user }) => user?.userName ?? '')
  const mayChange = useSession(({ permissions }) => allows(permissions, HELP_CENTER_EDITORS))
  const { data, error, refetch } = useQuery({
    queryKey: ['faq misses'],
    queryFn: ({ signal }) => api.call(missedFaq, undefined, { quiet: true, signal }),
  })
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.missesFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading} className={styles.bones}>
        {[80, 65, 72].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  if (data.misses.length === 0)
    return <EmptyState icon={<IconSearchOff size={28} stroke={1.5} />} title={TEXT.noMisses} />

  const settle = async (searchTerm: string) => {
    try {
      await api.call(settleMiss, { searchTerm }, { quiet: true })
      notices.show('success', TEXT.settled(searchTerm))
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
    await refetch()
  }
  /** A new question begins with what was looked for, unless one is being written. */
  const write = (question: string) => {
    const key = `${userName}/${faqRecord.name}/new`
    storage.set('formDrafts', { [key]: { question }, ...storage.get('formDrafts') })
    void navigate('?tab=questions&open=new')
  }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{TEXT.searched}</th>
          <th scope="col">{TEXT.people}</th>
          <th scope="col">{TEXT.times}</th>
          <th scope="col">{TEXT.last}</th>
          {mayChange ? <td /> : null}
        </tr>
      </thead>
      <tbody>
        {data.misses.map(({ searchTerm, people, times, lastAt }) => (
          <tr key={searchTerm}>
            <td>{searchTerm}</td>
            <td className={styles.number} data-label={TEXT.people}>
              {people}
            </td>
            <td className={styles.number} data-label={TEXT.times}>
              {times}
            </td>
            <td data-label={TEXT.last}>{momentText(lastAt)}</td>
            {mayChange ? (
              <td>
                <div className={styles.actions}>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={TEXT.writeFor(searchTerm)}
                    onClick={() => write(searchTerm)}
                  >
                    {TEXT.write}
                  </Button>
                  <Button
                    size="xs"
                    variant="subtle"
                    aria-label={TEXT.settleOf(searchTerm)}
                    onClick={() => void settle(searchTerm)}
                  >
                    {TEXT.settle}
                  </Button>
                </div>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
