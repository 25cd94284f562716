import io
import struct
import unittest

from tidewater import FrameError, FrameType, Reading, crc16, decode_frame, encode_frame, read_frame


class FrameTest(unittest.TestCase):
    def test_round_trip(self):
        data = encode_frame(FrameType.STATUS, b"\x00\x01\x02\x03\x04\x05")
        frame = decode_frame(data)
        self.assertEqual(frame.type, FrameType.STATUS)
        self.assertEqual(frame.size, len(data))

    def test_checksum_of_the_standard(self):
        self.assertEqual(crc16(b"123456789"), 0x29B1)
        self.assertEqual(crc16(b"6789", initial=crc16(b"12345")), 0x29B1)

    def test_noise_before_a_frame_is_skipped(self):
        stream = io.BytesIO(b"\x00" * 128 + encode_frame(FrameType.POLL))
        self.assertEqual(read_frame(stream).type, FrameType.POLL)

    def test_faults_have_the_codes_of_the_standard(self):
        good = encode_frame(FrameType.NAK, b"\x01")
        cases = {
            "NOISE": b"\x00" * 129 + good,
            "LENGTH": b"\x7e\x41",
            "CHECKSUM": good[:-1] + bytes([good[-1] ^ 1]),
            "TIMEOUT": good[:-1],
        }
        for code, data in cases.items():
            with self.subTest(code), self.assertRaises(FrameError) as caught:
                read_frame(io.BytesIO(data))
            self.assertEqual(caught.exception.code, code)

    def test_reading_of_class_a(self):
        payload = struct.pack(">iHhI", 2314, 125, 742, 118081)
        reading = Reading.from_frame(decode_frame(encode_frame(FrameType.READING, payload)))
        self.assertEqual(reading, Reading(2314, 118081, 12.5, 7.42))


if __name__ == "__main__":
    unittest.main()
