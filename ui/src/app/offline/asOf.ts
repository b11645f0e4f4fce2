const format = new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' })

/** `Saturday 16:31`, in the device's time zone. */
export const asOfText = (iso: string): string => format.format(new Date(iso)).replace(' at ', ' ').replace(',', '')
