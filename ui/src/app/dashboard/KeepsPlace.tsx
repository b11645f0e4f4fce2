import { Component, createRef, type ReactNode } from 'react'

interface KeepsPlaceProps {
  /** Changes whenever rows change place. */
  readonly order: string
  readonly children: ReactNode
}

interface Place {
  /** Id of the row that has the focus. */
  readonly rowId: string
  /** Its distance from the top of the window, in px. */
  readonly top: number
  /** Position of the focused control among those of the row; -1: the row itself. */
  readonly nth: number
  readonly selection: readonly [number | null, number | null] | null
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('input, button, a, select')]

/**
 * A list whose rows, `li` with ids, change place. The focus stays in its row, and the row stays where it is in the
 * window. React keeps neither when a row moves to another list.
 */
export class KeepsPlace extends Component<KeepsPlaceProps> {
  private readonly list = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate({ order }: KeepsPlaceProps): Place | null {
    if (order === this.props.order) return null
    const focused = document.activeElement
    const row = focused?.closest('li[id]')
    if (!focused || !row || !this.list.current?.contains(row)) return null
    const selection = focused instanceof HTMLInputElement ? selectionOf(focused) : null
    const nth = controlsOf(row).indexOf(focused as HTMLElement)
    return { rowId: row.id, top: row.getBoundingClientRect().top, nth, selection }
  }

  override componentDidUpdate(_props: KeepsPlaceProps, _state: unknown, place: Place | null) {
    const row = place && document.getElementById(place.rowId)
    if (!place || !row) return
    const control = controlsOf(row)[place.nth] ?? row
    if (document.activeElement !== control) {
      control.focus({ preventScroll: true })
      if (place.selection && control instanceof HTMLInputElement) control.setSelectionRange(...place.selection)
    }
    window.scrollBy({ top: row.getBoundingClientRect().top - place.top, behavior: 'instant' })
  }

  override render() {
    return <div ref={this.list}>{this.props.children}</div>
  }
}

/** The selected part of a text box; null for other inputs. */
function selectionOf(input: HTMLInputElement): Place['selection'] {
  return input.selectionStart === null ? null : [input.selectionStart, input.selectionEnd]
}
