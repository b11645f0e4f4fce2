/** What the server says of the request that brought the page: `none`, or a session `maybe` came along. */
export const firstLook = document.querySelector<HTMLMetaElement>('meta[name="plp-session"]')?.content
