"""Checks PLP receipts without the game's code: python3 check_receipt.py RECEIPT.json 'VERIFIER KEY'. See proofs.md."""
import base64, hashlib, json, sys

MOST_BYTES = 1_000_000  # of a file; a receipt has about 2,000
FIELDS = [{'fixtureId', 'pick', 'playerId', 'revision'}, {'gameweek', 'playerId', 'points', 'rank', 'season'}]

sha256 = lambda *parts: hashlib.sha256(b''.join(parts)).digest()


def need(fits, otherwise):
    if not fits:
        raise ValueError(otherwise)


# Ed25519, RFC 8032, 5.1: points are (x, y).
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    inverse = pow(1 - t * t, -1, P)
    return (x1 * y2 + x2 * y1) * (1 - t) * inverse % P, (y1 * y2 + x1 * x2) * (1 + t) * inverse % P


def times(n, point):
    result = (0, 1)
    while n:
        if n & 1:
            result = add(result, point)
        point, n = add(point, point), n >> 1
    return result


def decode(data):
    y, sign = int.from_bytes(data, 'little') & (2**255 - 1), data[31] >> 7
    need(y < P, 'no point of the curve')
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if x * x % P != xx:
        x = x * pow(2, (P - 1) // 4, P) % P
    need(x * x % P == xx and not (x == 0 and sign), 'no point of the curve')
    return (P - x if x & 1 != sign else x), y


BASE = decode(bytes.fromhex('58' + '66' * 31))


def signed(key, message, signature):
    s = int.from_bytes(signature[32:], 'little')
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % L
    return s < L and times(s, BASE) == add(decode(signature[:32]), times(k, decode(key)))


def root_of(entry, index, size, path):  # RFC 9162, 2.1.3.2
    node, last, value = index, size - 1, sha256(b'\0', entry)
    need(0 <= node <= last, 'the index is not in the tree')
    for sibling in path:
        need(last > 0 and len(sibling) == 32, 'the path is too long')
        if node % 2 or node == last:
            value = sha256(b'\1', sibling, value)
            while node and node % 2 == 0:
                node, last = node >> 1, last >> 1
        else:
            value = sha256(b'\1', value, sibling)
        node, last = node >> 1, last >> 1
    need(last == 0, 'the path is too short')
    return value


def read_key(text):
    name, key_hash, encoded = text.strip().split('+', 2)
    key = base64.b64decode(encoded, validate=True)
    need(len(key) == 33 and sha256(name.encode() + b'\n', key)[:4].hex() == key_hash, 'its hash is another')
    return name, key_hash, key


def check(receipt, verifier_key):
    name, key_hash, key = read_key(verifier_key)
    need(isinstance(receipt, dict) and receipt.get('format') == 'plp-receipt-1', 'this is no receipt')
    text, salt, seal = receipt['statement'], bytes.fromhex(receipt['salt']), receipt['seal']
    statement = json.loads(text)
    canonical = json.dumps(statement, sort_keys=True, separators=(',', ':'), ensure_ascii=False)
    need(canonical == text and set(statement) in FIELDS, 'the statement is none')
    entry = sha256(salt, text.encode())
    need((len(salt), salt.hex(), entry.hex()) == (32, receipt['salt'], receipt['entry']), 'the entry is of another pick')
    need(seal is not None, 'too early: it has no seal yet; save it again after the match has closed')
    body, signatures = seal['checkpoint'].split('\n\n', 1)
    origin, size, root = body.split('\n')[:3]
    path = [base64.b64decode(each, validate=True) for each in seal['path']]
    led = root_of(entry, seal['index'], int(size), path)
    need(led == base64.b64decode(root, validate=True), 'the path does not lead to the fingerprint')
    need(origin.split('/')[0] == name, f'the seal is of {origin.split("/")[0]}, the key of {name}')
    lines = [each for each in signatures.split('\n') if each.startswith(f'— {name} ')]
    need(lines, 'it has no signature of the key')
    signature = base64.b64decode(lines[0].rsplit(' ', 1)[1], validate=True)
    fits = signature[:4].hex() == key_hash and len(signature) == 68
    need(fits and signed(key[1:], (body + '\n').encode(), signature[4:]), 'the key did not sign the seal')
    board = 'board/{season}/{gameweek}' if 'season' in statement else 'fixture/{fixtureId}'
    need(origin == f'{name}/' + board.format(**statement), 'the seal belongs to another match')
    return f'{text} is in the seal of {origin}'


def receipts_in(data):
    need(len(data) <= MOST_BYTES, 'it has more than 1 MB')
    content = json.loads(data.decode('utf-8-sig'))
    if isinstance(content, dict) and isinstance(content.get('receipts'), list):  # of a gameweek
        content = content['receipts'] + [each for each in [content.get('board')] if each is not None]
    content = content if isinstance(content, list) else [content]
    need(content, 'it has no receipt')
    return content


def main(arguments):
    if len(arguments) != 2:
        return 'Usage: python3 check_receipt.py RECEIPT.json VERIFIER_KEY'
    file, verifier_key = arguments
    try:
        read_key(verifier_key)
    except ValueError as error:
        return f'That is no key as /proofs shows it, name+hash+key: {error}'
    try:
        with open(file, 'rb') as opened:
            receipts = receipts_in(opened.read(MOST_BYTES + 1))
    except (OSError, RecursionError, ValueError) as error:
        return f'{file} cannot be read as a receipt: {error}'
    wrong = 0
    for each in receipts:
        about = each.get('about') if isinstance(each, dict) else None
        try:
            print(f'right {about}:', check(each, verifier_key))
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            wrong += 1
            print(f'wrong {about}:', error if type(error) is ValueError else 'this is no receipt')
    return min(wrong, 1)


if __name__ == '__main__':
    sys.stdout.reconfigure(errors='backslashreplace')
    sys.exit(main(sys.argv[1:]))
