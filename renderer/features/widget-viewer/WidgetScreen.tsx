import { Loader } from '@mantine/core'
import { IconMapQuestion, IconPuzzleOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useServices } from '../../services/context.tsx'
import { LinkPage } from '../public-links/index.ts'
import { type FoundWidget, findWidget } from './find-widget.ts'
import { LiveWidget } from './LiveWidget.tsx'
import { WIDGET_TEXT } from './text.ts'
import styles from './WidgetScreen.module.css'

/** /public/wurkshare/widget/{token} (spec 1 §2.1, §2.4): a widget over the whole page, for anybody. */
export function WidgetScreen() {
  const { token = '' } = useParams()
  if (token === '') {
    return (
      <LinkPage icon={<IconMapQuestion size={28} />} title={WIDGET_TEXT.missingToken}>
        <p>{WIDGET_TEXT.missingTokenLead}</p>
      </LinkPage>
    )
  }
  return <Widget key={token} token={token} />
}

function Widget({ token }: { token: string }) {
  const { api } = useServices()
  const [widget, setWidget] = useState<FoundWidget | null | 'loading'>('loading')
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    void findWidget(token, { api, head: (...request) => fetch(...request), signal }).then((found) => {
      if (!signal.aborted) setWidget(found)
    })
    return () => leaving.abort()
  }, [api, token])

  if (widget === 'loading') {
    return (
      <div className={styles.waiting} role="status" aria-label={WIDGET_TEXT.loading}>
        <Loader size="sm" />
      </div>
    )
  }
  if (widget === null) {
    return (
      <LinkPage icon={<IconPuzzleOff size={28} />} title={WIDGET_TEXT.notFoundTitle}>
        <p role="alert">{WIDGET_TEXT.notFound}</p>
      </LinkPage>
    )
  }
  return <LiveWidget widget={widget} />
}
