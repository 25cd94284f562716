module example.org/tidewater/gauge

go 1.24
